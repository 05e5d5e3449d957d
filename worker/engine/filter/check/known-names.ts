const NOT_HERE: Record<string, string> = {
  console: 'There is no console in filter code. Give skip() a reason, and read it in the activity.',
  fetch: 'Filter code cannot call addresses. Add a query to the Applet.',
  XMLHttpRequest: 'Filter code cannot call addresses. Add a query to the Applet.',
  setTimeout: 'Filter code cannot wait. Add a wait to the Applet.',
  setInterval: 'Filter code cannot wait. Add a wait to the Applet.',
  arguments: '“arguments” is not available. Declare (...values).',
  eval: 'Code made from texts is not available in filter code.',
  Function: 'Code made from texts is not available in filter code.',
}
const HOST_NAMES =
  /^(?:globalThis|global|window|document|self|process|require|module|exports|Promise|WebAssembly|Atomics|Intl|WeakRef|FinalizationRegistry|SharedArrayBuffer|importScripts|navigator|location|alert|performance|InternalError|SuppressedError|(?:Async)?DisposableStack|queueMicrotask|structuredClone|_|\$)$/

/** Why a name that JavaScript or browsers have is not here. */
export function refusedName(name: string): string | undefined {
  const why = Object.hasOwn(NOT_HERE, name) ? NOT_HERE[name] : undefined
  return why ?? (HOST_NAMES.test(name) ? `“${name}” is not available in filter code.` : undefined)
}

export function notDefined(name: string, known: readonly string[]): string {
  return `“${name}” is not defined.${didYouMean(name, known)}`
}

/** ` Did you mean Text?`, or nothing if no known name is near. */
export function didYouMean(name: string, known: readonly string[], after = ''): string {
  const farthest = name.length < 3 ? 0.5 : name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3))
  const near = known
    .map((other) => ({ other, distance: distanceOf(name, other) }))
    .filter(({ distance }) => distance <= farthest)
    .toSorted((one, other) => one.distance - other.distance)
  const [best] = near
  return best ? ` Did you mean ${best.other}${after}?` : ''
}

/** Letters to change, add or leave out; a difference of case alone counts least. */
function distanceOf(one: string, other: string): number {
  const from = one.toLowerCase().slice(0, 40)
  const to = other.toLowerCase().slice(0, 40)
  if (from === to) return 0.5
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, char] of Array.from(from).entries()) {
    const next = [at + 1]
    for (let place = 1; place <= to.length; place++) {
      const swap = (row[place - 1] ?? 0) + (char === to[place - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? Infinity
}
