import type { Word } from '../../services/catalog/words/read-words.ts'

/** Units in which no service counts: degrees are Celsius, and the wind blows so many meters a second. */
const OTHER_UNITS = /^(?:k|kelvin|miles?|km|kilomet(?:er|re)s?|bft|beaufort)$/i

/** Whether the last number counts something that no field takes: "40 mph", "20 degrees F". */
export function saysOtherUnit(words: readonly Word[]): boolean {
  const number = words.findLastIndex(({ kind }) => kind === 'number')
  const unit = words.slice(number + 1).find(({ text }) => !/^degrees?$/i.test(text))
  return number >= 0 && unit?.before === '' && OTHER_UNITS.test(unit.text)
}
