import { main, run } from './processes/run.ts'
import { startStack, type Stack } from './local-site/journey-stack.ts'

/** Requests in flight at once, requests per turn, and rounds. Each scenario takes one turn per round. */
const AT_ONCE = 8
const REQUESTS = 200
const ROUNDS = 5
/** The first requests warm up the caches and the compiler, so they are not measured. */
const WARM_UP = 40

type Scenario = { name: string; path: string; headers?: Record<string, string> }

/**
 * Measures how fast the built product responds on this machine. Each scenario is compared to the first, a file that
 * only passes through. All take turns in one run, so other load affects all alike; the ratios are the result.
 */
await main(async () => {
  await run(process.execPath, ['dev/build.ts'])
  const stack = await startStack()
  const session = { cookie: await signIn(stack) }
  const scenarios: Scenario[] = [
    { name: 'a file, passed through', path: '/favicon.svg' },
    { name: 'a public page, visitor (cached)', path: '/applets/star-to-sheet' },
    { name: 'a public page, signed in (streamed)', path: '/applets/star-to-sheet', headers: session },
    { name: 'a private page', path: '/my_applets', headers: session },
    { name: "a call: an Applet's public part", path: '/api/applets/star-to-sheet' },
    { name: "a call: the viewer's part", path: '/api/applets/star-to-sheet/viewer', headers: session },
  ]
  const taken = new Map<Scenario, number[]>(scenarios.map((scenario) => [scenario, []]))
  for (const scenario of scenarios) await turn(stack.origin, scenario, WARM_UP)
  for (let round = 0; round < ROUNDS; round++)
    for (const [scenario, times] of taken) times.push(await turn(stack.origin, scenario, REQUESTS))
  await stack.close()
  print([...taken].map(([{ name }, times]) => ({ name, ms: median(times) })))
})

/** Average milliseconds per request over the turn. */
async function turn(origin: string, { name, path, headers = {} }: Scenario, requests: number): Promise<number> {
  const started = performance.now()
  let left = requests
  const worker = async () => {
    while (left-- > 0) {
      const response = await fetch(origin + path, { headers })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${name}: ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return (performance.now() - started) / requests
}

/** Signs in as free@demo.test the way the page does, and returns the session cookie. */
async function signIn({ origin }: Stack): Promise<string> {
  const asked = await fetch(`${origin}/api/csrf_token`)
  const { csrf_token } = (await asked.json()) as { csrf_token: string }
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': csrf_token,
      cookie: cookiesOf(asked),
      origin,
    },
    body: JSON.stringify({ email: 'free@demo.test', password: 'correct horse battery' }),
  })
  if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`)
  return cookiesOf(answer)
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function print(rows: { name: string; ms: number }[]): void {
  const base = rows[0]?.ms ?? 1
  console.log(`\n${AT_ONCE} requests at once, median of ${ROUNDS} rounds of ${REQUESTS} requests\n`)
  for (const { name, ms } of rows)
    console.log(`${name.padEnd(38)}${ms.toFixed(2).padStart(8)} ms${(ms / base).toFixed(1).padStart(8)} x`)
}
