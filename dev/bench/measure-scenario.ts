import { fineCpuOf } from './cpu-time.ts'
import type { Scenario } from './scenarios.ts'
import { send, type Sent } from './timed-request.ts'

/** Per request, in ms: until the first byte, until the last, and the CPU time of workerd. */
type Times = { first: number; whole: number; cpu: number }
export type Measured = {
  scenario: Scenario
  times: Times
  control: Times
  /** Of the round's median by its control's, the median of all rounds. */
  ratio: number
  cpuRatio: number
}

const ROUNDS = 7
/** Requests of a block. A block of the control follows each block of what is measured. */
const BLOCK = 12
/** Of what takes a tenth of a second. */
const SLOW_BLOCK = 2
const SLOW = 50
const WARM_UP = 25

/** All take turns in each round, each beside its control, so that other load on the machine affects both alike. */
export async function measureScenarios(scenarios: readonly Scenario[], workerd: number): Promise<Measured[]> {
  const sizes = new Map<Scenario, number>()
  for (const scenario of scenarios) sizes.set(scenario, await warmUp(scenario))
  const rounds = new Map<Scenario, Round[]>(scenarios.map((scenario) => [scenario, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [scenario, taken] of rounds) {
      const requests = sizes.get(scenario) ?? BLOCK
      const times = await block(scenario.sent, requests, workerd)
      taken.push({ times, control: await block(scenario.against.sent, requests, workerd) })
    }
  return [...rounds].map(([scenario, taken]) => ({
    scenario,
    times: medianTimes(taken.map(({ times }) => times)),
    control: medianTimes(taken.map(({ control }) => control)),
    ratio: median(taken.map(({ times, control }) => times.whole / control.whole)),
    cpuRatio: median(taken.map(({ times, control }) => times.cpu / control.cpu)),
  }))
}

type Round = { times: Times; control: Times }

/** Returns how many requests make a block. */
async function warmUp({ sent, against }: Scenario): Promise<number> {
  const { whole } = await sendWell(sent)
  if (whole > SLOW && (await sendWell(sent)).whole > SLOW) return SLOW_BLOCK
  for (let n = 0; n < WARM_UP; n++) await sendWell(sent)
  for (let n = 0; n < WARM_UP; n++) await sendWell(against.sent)
  return BLOCK
}

/** One after the other on one connection. */
async function block(sent: Sent, requests: number, workerd: number): Promise<Times> {
  const before = fineCpuOf(workerd)
  const taken = []
  for (let n = 0; n < requests; n++) taken.push(await sendWell(sent))
  const cpu = (fineCpuOf(workerd) - before) / requests
  return { first: median(taken.map(({ first }) => first)), whole: median(taken.map(({ whole }) => whole)), cpu }
}

async function sendWell(sent: Sent) {
  const answer = await send(sent)
  if (answer.status >= 400) throw new Error(`${sent.method ?? 'GET'} ${sent.url}: ${answer.status} ${answer.text}`)
  return answer
}

function medianTimes(times: readonly Times[]): Times {
  const of = (name: keyof Times) => median(times.map((each) => each[name]))
  return { first: of('first'), whole: of('whole'), cpu: of('cpu') }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
