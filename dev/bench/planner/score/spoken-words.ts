/** Words that say nothing by themselves. */
const SMALL = new Set(
  `a an the my me our us i we it its this that is are be was has have had do does to of for in on at as and or then so
  also too with by from into up them they he she his her their your you please just new every each all any when whenever
  if once upon soon time will would should can could get gets got which what there theres send tell let know make put`.split(
    /\s+/,
  ),
)

/** The words of a text in lower case; "10pm" is two, as is "acme/website". */
export function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*(?<!['’])|\p{N}+/gu) ?? []
}

/** Those that carry what a sentence says. */
function contentWords(text: string): string[] {
  return tokensOf(text).filter((each) => !SMALL.has(each))
}

/** Whether each of these words stands in a list of what was not used. */
export function isNamed(words: string, unmet: readonly string[]): boolean {
  const said = new Set(tokensOf(unmet.join('\n')))
  const meant = contentWords(words)
  return (meant.length > 0 ? meant : tokensOf(words)).every((each) => said.has(each))
}

/** The share of a sentence's words that stands in that list. */
export function shareNamed(sentence: string, unmet: readonly string[]): number {
  const said = new Set(tokensOf(unmet.join('\n')))
  const words = contentWords(sentence)
  return words.filter((each) => said.has(each)).length / Math.max(1, words.length)
}

const CLOCK_WORDS =
  /\b\d{1,2}:\d\d(?:\s?[ap]m)?\b|\b\d{1,2}\s?(?:[ap]m|o'clock)\b|(?<=\bat )\d{1,2}\b(?!\s?degrees)|\b(?:noon|midnight|mornings?|evenings?|afternoon|night|half past|quarter past)\b/gi
const DAY_WORDS =
  /\b(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?s?\b|\b(?:weekdays?|workdays|weekends?|monthly|yearly|weekly)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d+ (?:minutes|hours)\b/gi

/** The words of a sentence that say a time of day, or which days. */
export function timeWords(sentence: string, part: 'time' | 'days'): string {
  const plain = sentence.replace(/"[^"]*"|“[^”]*”/g, '')
  return (plain.match(part === 'time' ? CLOCK_WORDS : DAY_WORDS) ?? []).join(' ')
}

/** "5 minutes", "half an hour". */
export function waitWords(sentence: string): string {
  return /(?:\d+|\ban?|\bhalf an?) (?:second|minute|hour|day)s?\b/i.exec(sentence)?.[0] ?? sentence
}
