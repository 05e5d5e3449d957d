import { TAKEN_NAMES } from './global-names.ts'

/** A service's name in filter code: `Google Sheets` → `GoogleSheets`. Names of the language get `Service` after them. */
export function serviceName(shortName: string): string {
  const name = wordsOf(shortName).map(capitalize).join('')
  const plain = name === '' || /^\d/.test(name) ? `_${name}` : name
  return TAKEN_NAMES.includes(plain) ? `${plain}Service` : plain
}

/** A step's name in filter code: `new_mention` → `newMention`. */
export function stepName(slug: string): string {
  const [first = '', ...rest] = wordsOf(slug)
  const name = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capitalize).join('')
  return name === '' || /^\d/.test(name) ? `_${name}` : name
}

/** The method that sets an action's field: `spreadsheet_name` → `setSpreadsheetName`. */
export function setterName(slug: string): string {
  return `set${wordsOf(slug).map(capitalize).join('')}`
}

/**
 * The names of steps of one kind: where the same step comes again, `post` is followed by `post2`, `post3`. A number that
 * another step has in its own name is left out.
 */
export function numberSteps(steps: readonly { service: string; step: string }[]): string[] {
  const taken = new Set(steps.map(({ service, step }) => `${service}.${step}`))
  const seen = new Set<string>()
  return steps.map(({ service, step }) => {
    const first = `${service}.${step}`
    if (!seen.has(first)) {
      seen.add(first)
      return step
    }
    let number = 2
    while (taken.has(`${first}${number}`)) number++
    taken.add(`${first}${number}`)
    return `${step}${number}`
  })
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
