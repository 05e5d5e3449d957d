const UNITS = [
  { seconds: 24 * 3600, word: 'day' },
  { seconds: 3600, word: 'hour' },
  { seconds: 60, word: 'minute' },
  { seconds: 1, word: 'second' },
] as const

/** "1 day, 2 hours": only the units that it has; `wait` in seconds. */
export function waitInWords(wait: number): string {
  let rest = wait
  const words = UNITS.flatMap(({ seconds, word }) => {
    const n = Math.floor(rest / seconds)
    rest -= n * seconds
    return n === 0 ? [] : [`${n} ${n === 1 ? word : `${word}s`}`]
  })
  return words.length === 0 ? '0 seconds' : words.join(', ')
}
