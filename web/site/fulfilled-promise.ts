/** A promise that React's `use` reads without waiting: no fallback on the server, no second pass in the browser. */
export function fulfilled<Value>(value: Value): Promise<Value> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value })
}
