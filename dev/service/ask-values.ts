import type { FieldOption } from '../../worker/contract/connections/service.ts'
import { askLiveOptions } from '../../worker/services/format/http/ask-live-options.ts'
import { unusableFields } from '../../worker/services/format/http/file-scope.ts'
import type { FieldDefinition, ServiceDefinition } from '../../worker/services/format/service-definition.ts'
import type { StepIo } from '../../worker/engine/steps/service-steps.ts'
import { askChoice, type Terminal } from '../processes/terminal.ts'

type Values = Record<string, string>
/** How a value is asked for: `name` is the one of its environment variable. */
type Question = {
  name: string
  label: string
  hint?: string | undefined
  hidden: boolean
  needed: boolean
  value: string
}

/** A value that is pasted to connect: the environment's, or what is typed. Throws where nobody can type it. */
export async function askPasted(terminal: Terminal, env: NodeJS.ProcessEnv, question: Question): Promise<string> {
  const { name, label, hint, hidden, needed, value } = question
  const given = env[name]
  if (given !== undefined) return given
  if (!terminal.canAsk) {
    if (!needed || value !== '') return value
    throw new Error(`There is no terminal to type ${label} in. Put it into the environment variable ${name}.`)
  }
  if (hint !== undefined) terminal.say(`  ${hint}`)
  for (;;) {
    const typed = (await terminal.ask(`${label}${value === '' ? '' : ` [${value}]`}: `, { hidden })) || value
    if (typed !== '' || !needed) return typed
  }
}

type Asking = { service: ServiceDefinition; io: StepIo; given: Values }

/** Asks for a step's fields, one by one, with their choices. `given`: those that need no question. */
export async function askFields(
  terminal: Terminal,
  fields: readonly FieldDefinition[],
  { service, io, given }: Asking,
): Promise<Values> {
  const unknown = Object.keys(given).find((slug) => !fields.some((field) => field.slug === slug))
  if (unknown !== undefined) {
    const known = fields.map(({ slug }) => slug).join(', ') || 'none'
    throw new Error(`This step has no field ${unknown}. It has ${known}.`)
  }
  let values = { ...given }
  for (const field of fields) {
    if (Object.hasOwn(given, field.slug)) continue
    if (!terminal.canAsk) {
      values = { ...values, [field.slug]: field.default_value ?? '' }
      continue
    }
    const options = await optionsOf(terminal, field, { service, fields, values, io })
    values = { ...values, [field.slug]: await askField(terminal, field, options) }
  }
  return values
}

/** Asks until the value can be sent. */
async function askField(terminal: Terminal, field: FieldDefinition, options: readonly FieldOption[]): Promise<string> {
  const { slug, label, hint, type, required = true, default_value = '' } = field
  if (hint !== undefined) terminal.say(`  ${hint}`)
  const question = `${label}${required ? '' : ' (optional)'}${default_value === '' ? '' : ` [${default_value}]`}: `
  for (;;) {
    const typed =
      options.length > 0 && type === 'select'
        ? await askChoice(terminal, question, options)
        : await terminal.ask(question, { hidden: type === 'secret' })
    const value = typed || default_value
    const wrong = unusableFields([field], { [slug]: value })
    if (wrong === null) return value
    terminal.say(`  ${wrong}`)
  }
}

type Listing = { service: ServiceDefinition; fields: readonly FieldDefinition[]; values: Values; io: StepIo }

async function optionsOf(
  terminal: Terminal,
  { label, options = [] }: FieldDefinition,
  { service, fields, values, io }: Listing,
): Promise<readonly FieldOption[]> {
  if (Array.isArray(options)) return options
  const code = service.code?.options?.[options.get ?? '']
  const asked = await (code ? code(io) : askLiveOptions(service, { options, fields, values }, io))
  if (asked.ok) return asked.value
  terminal.say(`  The choices of ${label} cannot be listed. ${asked.problem.message}`)
  return []
}
