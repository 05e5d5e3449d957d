import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Expected = {
  /** Where the site is, such as https://example.com. */
  origin: string
  /** Cloudflare's id of the Worker's version. */
  version: string
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

async function findSmoke({ origin, version, pages }: Expected): Promise<string[]> {
  const checks = [checkHealth(origin, version), page(origin, '/', pages), page(origin, '/login', pages)]
  return (await Promise.all(checks)).flatMap((problem) => problem ?? [])
}

/** Null where that version answers, else what is wrong. */
export async function checkHealth(origin: string, version: string): Promise<string | null> {
  const address = `${origin}/api/health`
  try {
    const response = await get(address)
    if (!response.ok) return `${address} answers ${response.status}.`
    const answer: unknown = await response.json()
    const answering = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined
    return answering === version ? null : `${address} is answered by version ${answering}, not by ${version}.`
  } catch (error) {
    return `${address} does not answer: ${wordsOf(error)}`
  }
}

/** A page answers, and its scripts are those of this build. */
async function page(origin: string, path: string, pages: string): Promise<string | null> {
  const address = `${origin}${path}`
  try {
    const response = await get(address)
    if (!response.ok) return `${address} answers ${response.status}.`
    const scripts = [...(await response.text()).matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(
      ([, script = '']) => script,
    )
    if (scripts.length === 0) return `${address} has no scripts.`
    const other = scripts.find((script) => !existsSync(join(pages, script)))
    return other === undefined ? null : `${address} is not of this build: it loads ${other}.`
  } catch (error) {
    return `${address} does not answer: ${wordsOf(error)}`
  }
}

function get(address: string): Promise<Response> {
  return fetch(address, { signal: AbortSignal.timeout(10_000), headers: { accept: 'text/html, application/json' } })
}

function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
