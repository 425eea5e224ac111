// Values that an adapter in this process has at once and one across a network has later. The request path does not wait
// for the former: a body that arrives before its reader, because of one `await` too early, costs more than the whole check.

export type Eventual<Value> = Value | Promise<Value>;

/** `next` runs at once when the value is at hand; what it throws is then thrown here, else it rejects the promise. */
export function andThen<Value, Result>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
