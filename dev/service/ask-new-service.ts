import { STEP_KINDS, type StepKind } from '../../worker/contract/connections/service.ts'
import { ROOT } from '../processes/run.ts'
import { WAYS, type Choices, type Way } from './compose-service.ts'
import { EVERYTHING, whyNotNamed } from './new-service.ts'
import { askChoice, type Terminal } from '../processes/terminal.ts'

const KIND_WORDS: Record<StepKind, string> = {
  trigger: 'a trigger: something that happens at the service starts an Applet',
  query: 'a query: an Applet looks something up there',
  action: 'an action: an Applet does something there',
}

/** Asks what a new service is to begin with. Without somebody to ask, it begins with everything. */
export async function askNewService(
  terminal: Terminal,
  name: string | undefined,
  root = ROOT,
): Promise<{ id: string; choices: Choices }> {
  if (!terminal.canAsk) {
    if (name === undefined) throw new Error('Name it: npm run service -- new acme')
    return { id: name, choices: EVERYTHING }
  }
  const id = await askName(terminal, name, root)
  terminal.say('How do people connect?')
  const ways = Object.entries(WAYS).map(([value, label]) => ({ value: value as Way, label }))
  const way = (await askChoice(terminal, 'Number [2]: ', ways)) ?? EVERYTHING.way
  return { id, choices: { way, kinds: await askKinds(terminal) } }
}

async function askName(terminal: Terminal, given: string | undefined, root: string): Promise<string> {
  let name = given ?? ''
  for (;;) {
    const reason = name === '' ? null : await whyNotNamed(name, root)
    if (name !== '' && reason === null) return name
    if (reason !== null) terminal.say(reason)
    name = await terminal.ask('Its name in addresses, such as acme: ')
  }
}

async function askKinds(terminal: Terminal): Promise<StepKind[]> {
  terminal.say('What does it begin with? Several numbers are fine.')
  for (const [index, kind] of STEP_KINDS.entries()) terminal.say(`  ${index + 1}  ${KIND_WORDS[kind]}`)
  for (;;) {
    const typed = await terminal.ask('Numbers [1 2 3]: ')
    if (typed === '') return [...STEP_KINDS]
    const numbers = typed.split(/[\s,]+/)
    if (numbers.every((each) => /^[1-3]$/.test(each)))
      return STEP_KINDS.filter((_, index) => numbers.includes(String(index + 1)))
    terminal.say('  Type numbers from 1 to 3, such as 1 3.')
  }
}
