import * as z from 'zod/mini'
import type { Ctx } from '../../system/context/context.ts'
import { parseJson } from '../../contract/shared/parse-json.ts'
import { log } from '../../system/log/log.ts'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'
import { MODEL_TIMEOUT, SCHEMA_NAME, type LanguageModel } from './language-model.ts'

/** The part of a chat completion that we read. */
const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.nullish(z.string()) }),
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
      const text = await response.text()
      if (response.ok) return readCompletion(text)
      log('error', 'language_model_refused', { status: response.status, said: text.slice(0, 300) })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      log('error', 'language_model_failed', { message: String(cause) })
    }
    return null
  }
}

/** A refusal says nothing. A completion that was cut off is found out when it is read. */
function readCompletion(text: string): string | null {
  const parsed = completion.safeParse(parseJson(text))
  return (parsed.success && parsed.data.choices[0]?.message.content) || null
}
