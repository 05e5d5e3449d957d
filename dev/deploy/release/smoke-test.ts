import * as z from 'zod/mini'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Cloudflare's ids of the Workers' versions. */
type Versions = { api: string; runner: string }

type Expected = {
  /** Where the site is, such as https://example.com. */
  origin: string
  versions: Versions
  /** The built pages. */
  pages: string
  /** How long a new deployment may take until it answers everywhere, in ms. */
  patience?: number | undefined
}

const PAUSE = 2000

/** Asks the deployed product whether it is the one that was deployed. Returns what is wrong, a sentence each. */
export async function smokeTest(expected: Expected): Promise<string[]> {
  const { patience = 60_000 } = expected
  for (const end = Date.now() + patience; ;) {
    const problems = await findSmoke(expected)
    if (problems.length === 0 || Date.now() > end) return problems
    await sleep(Math.min(PAUSE, patience))
  }
}

async function findSmoke({ origin, versions, pages }: Expected): Promise<string[]> {
  const checks = [checkHealth(origin, versions), page(origin, '/', pages), page(origin, '/login', pages)]
  return (await Promise.all(checks)).flatMap((problems) => problems ?? [])
}

/** The answer of GET /api/health, as far as it is known: an older release answers less. */
const answerShape = z.object({
  version: z.nullish(z.string()),
  runner_version: z.nullish(z.string()),
  problems: z._default(z.array(z.string()), []),
})

/** Lists problems with the site at that origin, a sentence each: none where these versions answer and are well. */
export async function checkHealth(origin: string, { api, runner }: Versions): Promise<string[]> {
  const address = `${origin}/api/health`
  try {
    const response = await get(address)
    const text = await response.text()
    const read = answerShape.safeParse(jsonOf(text))
    if (!read.success) return [failed(address, response, text, TAIL)]
    const { version, runner_version, problems } = read.data
    return [
      ...(response.ok ? [] : [failed(address, response, text, TAIL)]),
      ...problems.map((problem) => `${address} says: ${problem}`),
      ...(version === api || (!response.ok && !version)
        ? []
        : [`${address} is answered by version ${version}, not by ${api}.`]),
      // Without a version it has not answered, which is among the problems.
      ...(runner_version && runner_version !== runner
        ? [`${address} runs Applets in version ${runner_version} of the Runner's Worker, not in ${runner}.`]
        : []),
    ]
  } catch (error) {
    return [`${address} does not answer: ${wordsOf(error)}`]
  }
}

/** A page answers, and its scripts are those of this build. */
async function page(origin: string, path: string, pages: string): Promise<string | null> {
  const address = `${origin}${path}`
  try {
    const response = await get(address)
    const text = await response.text()
    if (!response.ok) return failed(address, response, text, TAIL_OF_PAGES)
    const scripts = [...text.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, script = '']) => script)
    if (scripts.length === 0) return `${address} has no scripts.`
    const other = scripts.find((script) => !existsSync(join(pages, script)))
    return other === undefined ? null : `${address} is not of this build: it loads ${other}.`
  } catch (error) {
    return `${address} does not answer: ${wordsOf(error)}`
  }
}

const TAIL = 'npm run wrangler -- tail'
const TAIL_OF_PAGES = 'npm run wrangler -- pages deployment tail'

/** Its status, its words, the reference under which the log has it, and how to follow the log. */
function failed(address: string, { status, headers }: Response, text: string, tail: string): string {
  const words = saidIn(text).slice(0, 200)
  const reference = headers.get('x-request-id')
  return [
    `${address} answers ${status}${words && `: “${words}”`}.`,
    ...(reference === null ? [] : [`Reference ${reference}.`]),
    `Its log: ${tail}`,
  ].join(' ')
}

const refusalShape = z.object({ error: z.object({ message: z.string() }) })

/** A call's own sentence, a page's title, or the text as it is. */
function saidIn(text: string): string {
  const json = jsonOf(text)
  if (answerShape.safeParse(json).success && json !== null) {
    const refusal = refusalShape.safeParse(json)
    return refusal.success ? refusal.data.error.message : ''
  }
  return (/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? text.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ').trim()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function get(address: string): Promise<Response> {
  return fetch(address, { signal: AbortSignal.timeout(10_000), headers: { accept: 'text/html, application/json' } })
}

function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
