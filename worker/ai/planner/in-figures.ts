import { timeInWords } from '../../contract/sentences/say-value.ts'
import { COUNTS, timesInFigures, type Figure } from '../../services/catalog/words/read-schedule.ts'
import type { Proposal } from '../steps/proposal.ts'

/** Units in which no service counts. */
const OTHER_UNITS =
  /(-?\d+(?:\.\d+)?) ?(?:(km\/?h|kph|mph|miles (?:an|per) hour|knots?|kts?)|(?:°|degrees? )?f(?:ahrenheit)?)(?![\p{L}/])/giu

const COUNTED = new RegExp(String.raw`\b(${Object.keys(COUNTS).join('|')})( (?:minutes?|hours?))(?= before)`, 'gi')

/** A sentence with its times in figures and its units as fields have them; `told`: what stood there. */
export function inFigures(text: string): { text: string; told: Figure[] } {
  const told: Figure[] = []
  const converted = text.replaceAll(OTHER_UNITS, (said, number: string, speed: string | undefined) => {
    const value = speed
      ? Number(number) / (/^m/i.test(speed) ? 2.237 : /^k[nt]/i.test(speed) ? 1.944 : 3.6)
      : (Number(number) - 32) / 1.8
    const as = `${Math.round(value * 10) / 10} ${speed ? 'm/s' : '°C'}`
    told.push({ said, as })
    return as
  })
  const frozen = converted.replaceAll(/\b(below|above|under|over) zero\b/gi, (said, way: string) => {
    const as = `${way} 0 degrees`
    told.push({ said, as })
    return as
  })
  const counted = timesInFigures(frozen, told).replaceAll(COUNTED, (said, count: string, unit: string) => {
    const as = `${COUNTS[count.toLowerCase()]}${unit}`
    told.push({ said, as })
    return as
  })
  return { text: counted, told }
}

/** The proposal with what it does not use as it was said, and what it takes for more than that. */
export function tellFigures(proposal: Proposal, told: readonly Figure[], sentence: string): Proposal {
  const unmet = proposal.unmet.map((part) =>
    told.reduce((text, { said, as }) => text.replace(as, said).replace(as.replace('°', ''), said), part),
  )
  const time = proposal.trigger?.fields['time'] ?? ''
  const assumed = told.flatMap(({ said, as }) => {
    if (as.includes('minute') || as.includes('hour')) return []
    if (as.includes(' ')) return unmet.some((part) => part.includes(said)) ? [] : [`“${said}” as ${as}`]
    // Of a morning or an evening it is known.
    return time === as.padStart(5, '0') && !PART.test(sentence) ? [`“${said}” as ${timeInWords(time)}`] : []
  })
  return { ...proposal, unmet, assumed: [...proposal.assumed, ...assumed] }
}

const PART = /\b(?:morning|noon|afternoon|evening|night)s?\b/i
