// How long a token may be used, whatever way its issuer writes that down.

const secondsDefault = 300;
/** A lie or a mistake about the end must not keep a token for longer. */
const lifeMsMax = 12 * 3_600_000;
/** From here on a number is a moment, in seconds since 1970: as a life it would be three decades. */
const epochSecondsMin = 1e9;
/** And from here on in milliseconds. */
const epochMsMin = 1e12;

/**
 * The life of a token that came just now: as seconds, as a moment since 1970 in seconds or milliseconds, or as an ISO date; a number may
 * be text. Undefined where it says nothing of the kind, or the end has passed.
 */
export function readLifeMs(written: unknown, nowMs: number): number | undefined {
  const lifeMs = findLifeMs(written ?? secondsDefault, nowMs);
  return lifeMs !== undefined && lifeMs > 0 ? Math.min(lifeMs, lifeMsMax) : undefined;
}

function findLifeMs(written: unknown, nowMs: number): number | undefined {
  if (typeof written === 'number') return fromNumber(written, nowMs);
  if (typeof written !== 'string' || written.length > 64) return undefined;
  const text = written.trim();
  return /^\d+(\.\d+)?$/.test(text) ? fromNumber(Number(text), nowMs) : fromDate(text, nowMs);
}

function fromNumber(written: number, nowMs: number): number | undefined {
  if (!Number.isFinite(written)) return undefined;
  if (written < epochSecondsMin) return written * 1000;
  return (written < epochMsMin ? written * 1000 : written) - nowMs;
}

function fromDate(text: string, nowMs: number): number | undefined {
  const ends = findMoments(text).map((moment) => moment.epochMilliseconds - nowMs);
  const ahead = ends.filter((lifeMs) => lifeMs > 0);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

/** Returns several moments for a date without an offset, because it may be Brazil's time or Greenwich's. */
function findMoments(text: string): Temporal.Instant[] {
  try {
    return [Temporal.Instant.from(text)];
  } catch {
    // It has no offset, or it is no date.
  }
  try {
    const local = Temporal.PlainDateTime.from(text.replace(' ', 'T'));
    return ['UTC', 'America/Sao_Paulo'].map((zone) => local.toZonedDateTime(zone).toInstant());
  } catch {
    return [];
  }
}
