import { parseJson } from '../../contract/shared/parse-json.ts'
import type { StepFailure, StepProblem } from '../runner-api/step-outcome.ts'
import { PROBLEM_WORDS, REDIRECTED } from './problem-words.ts'
import { isSpent, readLimitReset, readRetryAfter } from './retry-after.ts'

/** Statuses that say for certain that nothing happened. */
const NO_EFFECT = new Set([429, 503, 521, 522, 523, 525, 526, 530])
const WORDS_MAX = 300

type Reader = {
  /** The service's name, or the host of an address. */
  who: string
  now: number
  /** Where the service's file says that its words stand; undefined where it says nothing of this status. */
  said?: (status: number, answer: unknown) => unknown
  /** Whether the service's file says that this status is not a failure: then its words alone are told. */
  declared?: boolean
  /** Whether a user typed the address: then 410 ends it. */
  typed?: boolean
}

/**
 * Explains an answer outside 2xx. Its words are the service's own, as text, where it has some. Takes the body of the
 * response.
 */
export async function responseProblem(response: Response, reader: Reader): Promise<StepProblem> {
  const { status, headers } = response
  const words = await readWords(response, reader.said)
  const said = readRetryAfter(headers, reader.now)
  const isLimit = status === 429 || (status === 403 && (said !== null || isSpent(headers)))
  const retry_after = said ?? (isLimit ? readLimitReset(headers, reader.now) : null)
  const isSkip = words.skip || reader.declared === true
  const failure = isSkip ? 'skip' : isLimit ? 'rate_limited' : failureOf(status, retry_after, reader.typed ?? false)
  return {
    failure,
    sent: sentBy(status),
    status,
    retry_after,
    message: sentence(failure, reader.who, status, words.text),
  }
}

function failureOf(status: number, retry_after: number | null, typed: boolean): StepFailure {
  if (status === 401) return 'unauthorized'
  if (status === 503 && retry_after !== null) return 'rate_limited'
  if (status === 410 && typed) return 'gone'
  if (status >= 500) return 'server'
  return status >= 400 ? 'status' : 'protocol'
}

/** A request that the service refuses (4xx) had no effect, unless it only ran out of time (408). */
function sentBy(status: number): 'no' | 'maybe' {
  if (NO_EFFECT.has(status)) return 'no'
  return status >= 400 && status < 500 && status !== 408 ? 'no' : 'maybe'
}

function sentence(failure: StepFailure, who: string, status: number, said: string): string {
  if (failure === 'protocol') return REDIRECTED(who)
  if (failure === 'skip' && said) return said
  // 503 with a time to come back does not mean that we reached a limit.
  const words = PROBLEM_WORDS[status === 503 && failure === 'rate_limited' ? 'server' : failure](who)
  const detail = said ? `It said: ${said}` : `Its answer was ${status}.`
  return failure === 'unauthorized' || failure === 'gone' ? words : `${words} ${detail}`
}

/** The service's own words, those of RFC 9457 among them, and whether it asks to skip (IFTTT's `SKIP`). */
async function readWords(response: Response, said: Reader['said']): Promise<{ text: string; skip: boolean }> {
  const body = await response.text().catch(() => '')
  const type = response.headers.get('content-type') ?? ''
  if (/\bhtml\b|\bxml\b/i.test(type)) return { text: '', skip: false }
  const json = parseJson(body)
  if (json === undefined) return { text: saidIn(body), skip: false }
  const skip = response.status === 400 && asList(read(json, 'errors')).some((each) => read(each, 'status') === 'SKIP')
  const own = said?.(response.status, json)
  if (typeof own === 'string' && own.trim() !== '') return { text: shorten(own), skip }
  return { text: saidIn(body), skip }
}

/** The words of an answer for its reader, where JSON and plain text usually have them; empty where there are none. */
export function saidIn(body: string): string {
  if (/^\s*</.test(body)) return ''
  const json = parseJson(body)
  if (json === undefined) return shorten(body)
  const candidates = [json, read(json, 'error'), ...asList(read(json, 'errors'))].flatMap((each) => [
    read(each, 'message'),
    read(each, 'error_description'),
    read(each, 'detail'),
    each,
  ])
  const text = [...candidates, read(json, 'title')].find((each) => typeof each === 'string' && each.trim() !== '')
  return typeof text === 'string' ? shorten(text) : ''
}

function read(value: unknown, property: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, property)
    ? Reflect.get(value, property)
    : undefined
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 20) : []
}

function shorten(text: string): string {
  const line = text
    .slice(0, 4 * WORDS_MAX)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > WORDS_MAX ? `${line.slice(0, WORDS_MAX - 1)}…` : line
}
