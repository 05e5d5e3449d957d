import * as z from 'zod/mini'
import type { Ctx } from '../../system/context/context.ts'
import { parseJson } from '../../contract/shared/parse-json.ts'
import { log } from '../../system/log/log.ts'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'
import {
  MODEL_TIMEOUT,
  SCHEMA_NAME,
  type LanguageModel,
  type ModelAnswer,
  type ModelProblem,
} from './language-model.ts'

/** The part of a chat completion that we read. */
const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.nullish(z.string()),
        message: z.object({ content: z.nullish(z.string()), refusal: z.nullish(z.string()) }),
      }),
    )
    .check(z.minLength(1)),
})

/**
 * OpenAI's chat completions, which many servers speak: POST {AI_BASE_URL}/chat/completions with strict structured
 * output. Plain fetch, because it is one call, and its own client takes more than this whole Worker may grow.
 */
export function openaiModel(ctx: Ctx, timeout = MODEL_TIMEOUT): LanguageModel {
  const { AI_BASE_URL, AI_MODEL, AI_API_KEY } = ctx.settings
  const send = guardedFetch(ctx, timeout)
  return async (messages, schema) => {
    const body = {
      model: AI_MODEL,
      messages,
      response_format: { type: 'json_schema', json_schema: { name: SCHEMA_NAME, strict: true, schema } },
    }
    try {
      const response = await send(`${AI_BASE_URL}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(AI_API_KEY && { authorization: `Bearer ${AI_API_KEY}` }),
        },
        body: JSON.stringify(body),
      })
      return response.ok ? readCompletion(await response.text()) : failure(response)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const isLate = cause instanceof Error && cause.name === 'TimeoutError'
      log('error', 'language_model_failed', { message: String(cause) })
      return { ok: false, problem: isLate ? 'suggestion_too_slow' : 'suggestions_away' }
    }
  }
}

/** A filtered completion is a refusal. One that was cut off is found out when it is read. */
function readCompletion(text: string): ModelAnswer {
  const parsed = completion.safeParse(parseJson(text))
  const choice = parsed.success ? parsed.data.choices[0] : undefined
  if (!choice) return { ok: false, problem: 'suggestion_unusable' }
  const { message, finish_reason } = choice
  if (message.refusal || finish_reason === 'content_filter') return { ok: false, problem: 'suggestion_refused' }
  return message.content ? { ok: true, text: message.content } : { ok: false, problem: 'suggestion_unusable' }
}

/** 400 is said of our request, and of a sentence that a filter holds back. */
async function failure(response: Response): Promise<ModelAnswer> {
  const said = (await response.text()).slice(0, 300)
  log('error', 'language_model_refused', { status: response.status, said })
  return { ok: false, problem: problemOf(response.status, said) }
}

function problemOf(status: number, said: string): ModelProblem {
  if (status === 429) return 'suggestions_busy'
  return status === 400 && /content_(?:filter|policy)/.test(said) ? 'suggestion_refused' : 'suggestions_away'
}
