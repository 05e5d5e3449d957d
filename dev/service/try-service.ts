import type { StepIo } from '../../worker/engine/steps/service-steps.ts'
import { accountIo } from '../../worker/engine/steps/account-io.ts'
import { OUTSIDE_APPLETS } from '../../worker/services/format/outside-applets.ts'
import { runnableService } from '../../worker/services/format/http/runnable-service.ts'
import type { ServiceDefinition } from '../../worker/services/format/service-definition.ts'
import type { Ingredients, StepProblem } from '../../worker/system/runner-api/step-outcome.ts'
import { guardedOutcome } from '../../worker/system/outbound/guarded-outcome.ts'
import type { OutboundFetch, OutboundInit } from '../../worker/system/outbound/outbound-fetch.ts'
import { hideValues } from '../../worker/system/secrets/hide-values.ts'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { readArguments } from '../processes/read-arguments.ts'
import { askFields } from './ask-values.ts'
import { findService, findStep, type Segment } from './named-service.ts'
import type { Terminal } from '../processes/terminal.ts'
import { askAccountValues, hiddenValues, inWords, nameAccount } from './trial-account.ts'
import { indented, writtenBody, writtenRequest } from './written-request.ts'

type TryArguments = {
  name: string
  step: string
  /** Fields that need no question. */
  given: Record<string, string>
  address: string | undefined
  /** Actions are sent without a question. */
  yes: boolean
}

const USAGE = `npm run service -- try acme new_note [field=value …] [--address http://localhost:4000] [--yes]`

export function readTryArguments(args: readonly string[]): TryArguments {
  const options = { address: { type: 'string' }, yes: { type: 'boolean', default: false } } as const
  const { positionals, values } = readArguments(USAGE, { args: [...args], options, allowPositionals: true })
  const [name, step, ...fields] = positionals
  if (name === undefined || step === undefined) throw new Error(`Usage: ${USAGE}`)
  const { address, yes } = values
  if (address !== undefined && !URL.canParse(address)) throw new Error(`${address} is not an address. ${USAGE}`)
  return { name, step, given: Object.fromEntries(fields.map(readField)), address: address?.replace(/\/+$/, ''), yes }
}

function readField(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new Error(`${text} names no value: write it as box=7.`)
  return [text.slice(0, at), text.slice(at + 1)]
}

/**
 * Asks a service's API as the product would: through its guard and its interpreter. Shows what is sent and answered and
 * what became of it. Throws in a user's words what kept it from being asked.
 */
export async function tryStep(
  { name, step: slug, given, address, yes }: TryArguments,
  terminal: Terminal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const service = await findService(name)
  const { segment, step } = findStep(service, slug)
  const runnable = runnableService(service)
  const base_url = address ?? runnable.base_url ?? ''
  const { SUPPORT_URL } = LOCAL_SETTINGS
  const trusted = address === undefined ? [] : [new URL(address).origin]
  const settings = { SITE_ORIGIN: 'https://switchyard.example', SUPPORT_URL, TRUSTED_ORIGINS: trusted }
  const trial = { service, runnable, base_url, settings, env }
  try {
    const account = await askAccountValues(terminal, trial)
    const secrets = hiddenValues(runnable, account)
    const hide = (text: string) => hideValues(text.replaceAll(/(?<=\bBasic )\S+/g, '••••'), secrets)
    const say = (text: string) => terminal.say(hide(text))
    const outbound = guardedOutcome({ fetch: globalThis.fetch, settings })
    const ports = { base_url, key: null, timezone: 'UTC', now: Date.now(), ...OUTSIDE_APPLETS }
    if (account !== null) {
      const whose = await nameAccount(trial, account, { ...ports, fetch: shown(outbound, say) })
      if (whose !== null) say(`This is the account of ${whose}.\n`)
    }
    const quiet = accountIo({ ...ports, fetch: outbound }, runnable, account)
    const values = await askFields(terminal, step.fields ?? [], { service, io: quiet, given })
    const confirm = segment === 'actions' && !yes ? () => askToSend(terminal) : null
    const io = { ...quiet, fetch: shown(outbound, say, confirm) }
    await runStep(service, { segment, slug: step.slug, values }, { io, say, hide })
  } catch (error) {
    throw inWords(error)
  }
}

async function askToSend(terminal: Terminal): Promise<void> {
  if (!terminal.canAsk) throw new Error('This would do something at the service. Add --yes to send it.')
  const typed = await terminal.ask('Send this? [y/N]: ')
  if (!/^y(?:es)?$/i.test(typed)) throw new Error('Nothing was sent.')
}

/** Shows each request and its answer. `confirm`: asks before one is sent; throws to send nothing. */
function shown(
  outbound: OutboundFetch,
  say: (text: string) => void,
  confirm: (() => Promise<void>) | null = null,
): OutboundFetch {
  return async (address, init: OutboundInit = {}) => {
    say(`→\n${indented(writtenRequest(address, init))}\n`)
    await confirm?.()
    const outcome = await outbound(address, init)
    if (!outcome.ok) return outcome
    const { status, statusText, headers } = outcome.value
    const type = headers.get('content-type')
    const text = await outcome.value.clone().text()
    const about = [`${status} ${statusText}`.trim(), ...(type === null ? [] : [`content-type: ${type}`])].join('\n')
    say(`←\n${indented(about)}\n${text === '' ? '' : `\n${indented(writtenBody(text, 4000))}\n`}`)
    return outcome
  }
}

type Asked = { segment: Segment; slug: string; values: Record<string, string> }
type Trial = { io: StepIo; say: (text: string) => void; hide: (text: string) => string }

async function runStep(service: ServiceDefinition, { segment, slug, values }: Asked, trial: Trial): Promise<void> {
  const { triggers, queries } = runnableService(service)
  const call = { fields: values, applet_id: 0 }
  switch (segment) {
    case 'triggers': {
      const poll = triggers[slug]?.poll
      if (!poll) throw new Error(`${slug} is not asked: something else starts it.`)
      const outcome = await poll({ ...call, page: null, etag: null, last_modified: null }, trial.io)
      if (!outcome.ok) return tellProblem(outcome.problem, trial)
      const { items, next } = outcome.value
      trial.say(`${count(items.length, 'item')}. New ones start an Applet, each by its id.`)
      for (const { id, at, ingredients } of items) {
        trial.say(`  ${id}${at === null ? '' : `, ${new Date(at).toISOString()}`}\n${listed(ingredients)}`)
      }
      return trial.say(next === null ? 'There is no further page.' : 'There is a further page.')
    }
    case 'queries': {
      const outcome = await queries[slug]?.run(call, trial.io)
      if (!outcome?.ok) return tellProblem(outcome?.problem, trial)
      trial.say(`${count(outcome.value.length, 'row')}.`)
      return outcome.value.forEach((row, index) => trial.say(`  ${index + 1}\n${listed(row)}`))
    }
    case 'actions':
      return runAction(service, { slug, values }, trial)
  }
}

async function runAction(
  service: ServiceDefinition,
  { slug, values }: Omit<Asked, 'segment'>,
  trial: Trial,
): Promise<void> {
  const { io, say } = trial
  const action = runnableService(service).actions[slug]
  const call = { fields: values, applet_id: 0 }
  const keyed = { ...io, key: `sy_${Date.now().toString(36)}_0_0` }
  const outcome = await action?.run(call, keyed)
  if (!outcome?.ok) return tellProblem(outcome?.problem, trial)
  const { id, url, answer } = outcome.value
  say(`Done.${id === null ? '' : ` Its id is ${id}.`}${url === null ? '' : ` It is at ${url}.`}`)
  if (id === null && answer) say(`  A user reads: ${answer}`)
  if (!action?.find) return
  say('\nA second try would look for it first:\n')
  const found = await action.find(call, keyed)
  if (!found.ok) return tellProblem(found.problem, trial)
  say(found.value === null ? 'It is not found: a second try would do it again.' : 'It is found: nothing is done twice.')
}

/** Says what a run would. Throws it where the step has failed. */
function tellProblem(problem: StepProblem | undefined, { say, hide }: Pick<Trial, 'say' | 'hide'>): void {
  if (!problem) return
  const { failure, message, sent } = problem
  if (failure === 'skip') return say(`Skipped. A user would read: ${message}`)
  const done = sent === 'maybe' ? 'It may be done nevertheless.' : 'Nothing was done.'
  throw new Error(hide(`A user would read: ${message}\n${done} (${failure})`))
}

function listed(ingredients: Ingredients): string {
  return Object.entries(ingredients)
    .map(([name, value]) => `    ${name}: ${value === null ? '(nothing)' : String(value)}`)
    .join('\n')
}

function count(many: number, thing: string): string {
  return `${many} ${thing}${many === 1 ? '' : 's'}`
}
