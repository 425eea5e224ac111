// What runs inside Redis. Each is one step there, on one name, by the clock of the server: nodes whose clocks differ agree. Only a test
// hands in a time of its own, as the last argument.

const now = `
local now = tonumber(ARGV[#ARGV])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

export const scripts = {
  /**
   * Length of the window, events (0: a look; fewer give back). Returns the count and the milliseconds until the window is over. The end is kept beside the
   * count; that it is never further away than a window is long heals a clock that was set back.
   */
  confereHit: `${now}
local window, events = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('GET', KEYS[1])
local count, ends = 0, nil
if kept then
  local c, e = string.match(kept, '^(%d+) (%d+)$')
  count, ends = tonumber(c), tonumber(e)
end
if not ends or now >= ends then
  if events == 0 then return {0, 0} end
  count, ends = 0, now + window
end
if events == 0 then return {count, ends - now} end
if ends > now + window then ends = now + window end
count = math.max(0, count + events)
local left = ends - now
redis.call('SET', KEYS[1], string.format('%.0f %.0f', count, ends), 'PX', string.format('%.0f', left + 1000))
return {count, left}`,

  /** The script takes a name, the limit and a lifetime, which can be prolonged. It returns 1 if there was room. */
  confereEnter: `${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
local lasts = tonumber(ARGV[3])
redis.call('ZADD', KEYS[1], string.format('%.0f', now + lasts), ARGV[1])
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', lasts * 2))
return 1`,

  /** The script takes a name and a lifetime from now. It does not restore an entry that is gone. */
  confereStay: `${now}
local lasts = tonumber(ARGV[2])
redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now + lasts), ARGV[1])
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', lasts * 2))
return 1`,

  /**
   * Which database server is the newest that any node knows of, epoch and timeline first; a kept text to drop, or nothing. Returns the newest.
   */
  confereNewest: `
local kept = redis.call('GET', KEYS[1])
if kept and kept == ARGV[2] then
  redis.call('DEL', KEYS[1])
  kept = nil
end
local function place(text) local e, t = string.match(text, '^(%d+) (%d+) ') return tonumber(e), tonumber(t) end
if ARGV[1] == '' then return kept or '' end
if kept then
  local e, t = place(kept)
  local ne, nt = place(ARGV[1])
  if not e then return kept end
  if e > ne or (e == ne and t >= nt) then return kept end
end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]`,

  confereLeave: `return redis.call('ZREM', KEYS[1], ARGV[1])`,

  /**
   * The script takes the name of a live node and how long it counts as alive. It returns the number of live nodes. It writes, so it also proves
   * that writing is possible.
   */
  confereBeat: `${now}
local lasts = tonumber(ARGV[2])
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - lasts))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', lasts * 2))
return redis.call('ZCARD', KEYS[1])`,

  /** The longest text to give. Returns it and how long it lives, 0 where there is none, -1 where what is there cannot be one of ours. */
  confereFindAnswer: `
local length = redis.pcall('STRLEN', KEYS[1])
if type(length) == 'table' then return string.find(length.err, 'WRONGTYPE', 1, true) and {'', -1} or length end
if length > tonumber(ARGV[1]) then return {'', -1} end
if length == 0 then return {'', 0} end
return {redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1])}`,

  /**
   * The text, how long it lives, which share of the memory may be used. Returns 1 where it is kept, 0 where there is no room; any other fault, such as
   * that this server is no longer the master, is one of the way to it.
   */
  confereKeepAnswer: `
local memory = redis.pcall('INFO', 'memory')
if type(memory) == 'string' then
  local used = tonumber(string.match(memory, '\\nused_memory:(%d+)'))
  local most = tonumber(string.match(memory, '\\nmaxmemory:(%d+)'))
  if used and most and most > 0 and used > most * tonumber(ARGV[3]) then return 0 end
end
local kept = redis.pcall('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if not kept.err then return 1 end
return string.find(kept.err, 'OOM', 1, true) and 0 or kept`,

  /**
   * Who, and for how long. Returns 1 where the question is theirs, 0 where it is another's, or the answer that was left. What is kept begins with
   * `q` while somebody asks, with `w` when somebody else waits for it as well, and with `a` where it is an answer.
   */
  confereTakeQuestion: `
local kept = redis.call('GET', KEYS[1])
local mark = kept and string.sub(kept, 1, 1) or 'q'
if mark == 'a' then return string.sub(kept, 2) end
if kept and string.sub(kept, 2) ~= ARGV[1] then
  redis.call('SET', KEYS[1], 'w' .. string.sub(kept, 2), 'PX', math.max(1, redis.call('PTTL', KEYS[1])))
  return 0
end
redis.call('SET', KEYS[1], mark .. ARGV[1], 'PX', ARGV[2])
return 1`,

  /**
   * The script takes a name, an optional answer and the answer's lifetime. It leaves the answer for those who wait, and leaves none if no process
   * waits.
   */
  confereEndQuestion: `
local kept = redis.call('GET', KEYS[1])
if not kept or string.sub(kept, 2) ~= ARGV[1] then return 0 end
if string.sub(kept, 1, 1) == 'q' or ARGV[2] == '' then return redis.call('DEL', KEYS[1]) end
redis.call('SET', KEYS[1], 'a' .. ARGV[2], 'PX', ARGV[3])
return 1`,
} as const;

export type RedisScripts = {
  readonly [Name in keyof typeof scripts]: (key: string, ...args: readonly (string | number)[]) => Promise<unknown>;
};
