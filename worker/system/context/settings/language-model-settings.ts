import * as z from 'zod/mini'
import type { RunnerWorkerSettings } from './runner-worker-settings.ts'
import { emptyAsDefault, type Read } from './setting-shapes.ts'

/** The settings of the model that turns a sentence into steps. */
export const LANGUAGE_MODEL_SETTINGS = {
  /** Who turns a sentence into steps: nobody but our own planner, Cloudflare's models, or a server that speaks OpenAI's protocol. */
  AI_PROVIDER: emptyAsDefault(
    z._default(z.enum(['off', 'workers-ai', 'openai'], 'must be "off", "workers-ai" or "openai"'), 'off'),
  ),
  /** That server's address, up to `/chat/completions`. */
  AI_BASE_URL: emptyAsDefault(
    z._default(
      z
        .string()
        .check(
          z.refine((url) => URL.canParse(url) && !/[/?#]$/.test(url), 'must be an address without a slash at its end'),
        ),
      'https://api.openai.com/v1',
    ),
  ),
  /** The model's name there; Cloudflare's has a default. */
  AI_MODEL: z._default(z.string(), ''),
  AI_API_KEY: z._default(z.string(), ''),
  /** How often all users together have the model asked in 24 hours; then our own planner answers alone. */
  AI_CALLS_A_DAY: emptyAsDefault(
    z._default(z.pipe(z.string().check(z.regex(/^\d{1,7}$/, 'must be a number of calls')), z.transform(Number)), 500),
  ),
}

/** The settings that ask a language model. */
export const LANGUAGE_MODEL = ['AI_PROVIDER', 'AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY', 'AI_CALLS_A_DAY'] as const

/** A server needs the model's name and a safe way there; without them every sentence would fail. */
export function aiProblems({
  AI_PROVIDER,
  AI_BASE_URL,
  AI_MODEL,
  TRUSTED_ORIGINS,
}: Read<typeof LANGUAGE_MODEL_SETTINGS> & Pick<RunnerWorkerSettings, 'TRUSTED_ORIGINS'>): string[] {
  if (AI_PROVIDER !== 'openai') return []
  const isSafe = AI_BASE_URL.startsWith('https://') || TRUSTED_ORIGINS.includes(new URL(AI_BASE_URL).origin)
  return [
    ...(AI_MODEL ? [] : ['AI_MODEL: is missing, but AI_PROVIDER is openai']),
    ...(isSafe ? [] : ['AI_BASE_URL: must be https, or have an origin in TRUSTED_ORIGINS']),
  ]
}
