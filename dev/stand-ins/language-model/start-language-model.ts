import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import type { ChatCompletion } from 'openai/resources/chat/completions'
import type { Suggestion } from '../../../worker/ai/model/read-suggestion.ts'
import { listen } from '../stand-in/listen.ts'
import { sameOriginOnly } from '../stand-in/same-origin-only.ts'
import { servePageStyles } from '../stand-in/page-styles.ts'
import { isBehavior, type Behavior } from './behaviors.ts'
import { languageModelPage } from './language-model-page.ts'
import { modelContent } from './model-answer.ts'
import { readCompletionRequest, type CompletionRequest } from './read-completion-request.ts'

/** The key that it takes. */
export const STAND_IN_KEY = 'sk-local'
/** How long "says nothing" lasts, in ms. */
const SILENCE = 60_000

export type RunningLanguageModel = {
  /** As AI_BASE_URL. */
  baseUrl: string
  origin: string
  /** Requests so far, oldest first. */
  requests: CompletionRequest[]
  behave(behavior: Behavior): void
  /** Answers with this from now on. */
  suggest(suggestion: Suggestion): void
  close(): Promise<void>
}

/** A language model that speaks OpenAI's chat completions with strict structured output, and all that can go wrong. */
export async function startLanguageModel(port: number): Promise<RunningLanguageModel> {
  const requests: CompletionRequest[] = []
  const silent = new AbortController()
  let behavior: Behavior = 'right'
  let suggested: Suggestion | null = null
  const behave = (next: Behavior) => void (behavior = next)
  const { origin, close } = await listen(port, (own) => {
    const app = new Hono()
    servePageStyles(app)
    app.use('/control', sameOriginOnly(own))
    app.get('/', () => languageModelPage(behavior, requests))
    app.post('/control', async (c) => {
      const chosen = (await c.req.formData()).get('behavior')
      if (!isBehavior(chosen)) return c.text('There is nothing that it could do like this.', 400)
      behave(chosen)
      return c.redirect('/', 303)
    })
    app.post('/v1/chat/completions', async (c) => {
      const asked = behavior
      if (asked === 'silence') await setTimeout(SILENCE, null, { signal: silent.signal }).catch(() => null)
      const refused = refusalOf(asked, c.req.header('authorization'))
      if (refused) return c.json({ error: refused.error }, refused.status, refused.headers)
      const read = readCompletionRequest(await c.req.json().catch(() => null))
      if (!read.ok) return c.json({ error: { type: 'invalid_request_error', ...read.error } }, 400)
      requests.push(read.request)
      return c.json(completion(read.request, asked, suggested))
    })
    return (request, drop) =>
      behavior === 'drop' && request.method === 'POST' && isAsked(request) ? drop() : app.fetch(request)
  })
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    behave,
    suggest: (suggestion) => void (suggested = suggestion),
    close: () => {
      silent.abort()
      return close()
    },
  }
}

function isAsked({ url }: Request): boolean {
  return new URL(url).pathname === '/v1/chat/completions'
}

function completion(request: CompletionRequest, behavior: Behavior, suggested: Suggestion | null): ChatCompletion {
  const isRefused = behavior === 'refusal'
  const finish_reason = behavior === 'cut_off' ? 'length' : behavior === 'content_filter' ? 'content_filter' : 'stop'
  return {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: [
      {
        index: 0,
        finish_reason,
        logprobs: null,
        message: {
          role: 'assistant',
          content:
            isRefused || behavior === 'content_filter'
              ? null
              : suggested
                ? JSON.stringify(suggested)
                : modelContent(request, behavior),
          refusal: isRefused ? "I'm sorry, I cannot help with that." : null,
        },
      },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }
}

type Refused = { status: 401 | 429 | 500; error: object; headers: Record<string, string> }

function refusalOf(behavior: Behavior, authorization: string | undefined): Refused | null {
  if (behavior === 'bad_key' || authorization !== `Bearer ${STAND_IN_KEY}`) {
    const error = {
      message: 'Incorrect API key provided.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    }
    return { status: 401, error, headers: {} }
  }
  if (behavior === 'rate_limit') {
    const error = { message: 'Rate limit reached.', type: 'requests', param: null, code: 'rate_limit_exceeded' }
    return { status: 429, error, headers: { 'retry-after': '20' } }
  }
  if (behavior === 'server_error') {
    const error = { message: 'The server had an error.', type: 'server_error', param: null, code: null }
    return { status: 500, error, headers: {} }
  }
  return null
}
