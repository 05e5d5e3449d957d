import * as z from 'zod/mini'
import type { Settings, WorkersAi } from '../../system/context/env.ts'
import { log } from '../../system/log/log.ts'
import { MODEL_TIMEOUT, SCHEMA_NAME, type LanguageModel } from './language-model.ts'

/** Cloudflare's models answer in two shapes: their own, where JSON may be read already, and OpenAI's. */
const ownAnswer = z.object({ response: z.union([z.string(), z.record(z.string(), z.unknown())]) })
const openaiAnswer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.nullish(z.string()) }) })),
})

/** Good at JSON, and among Cloudflare's larger ones. */
const DEFAULT_MODEL = '@cf/meta/llama-3.3-70b-instruct-fp8-fast'

/** Workers AI by its binding, in JSON mode. */
export function workersAiModel(ai: WorkersAi, { AI_MODEL }: Pick<Settings, 'AI_MODEL'>): LanguageModel {
  const model = AI_MODEL || DEFAULT_MODEL
  return async (messages, schema) => {
    const signal = AbortSignal.timeout(MODEL_TIMEOUT)
    const response_format = { type: 'json_schema', json_schema: { name: SCHEMA_NAME, strict: true, schema } }
    // Models of Cloudflare's own shape take the schema itself.
    const ownFormat = { type: 'json_schema', json_schema: schema }
    const isOpenai = model.startsWith('@cf/openai/')
    try {
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      const input = { messages, response_format: isOpenai ? response_format : ownFormat }
      return readAnswer(await Promise.race([ai.run(model, input, { signal }), late]))
    } catch (error) {
      log('error', 'language_model_failed', { message: String(error) })
      return null
    }
  }
}

function readAnswer(answer: unknown): string | null {
  const own = ownAnswer.safeParse(answer)
  if (own.success) {
    const { response } = own.data
    return typeof response === 'string' ? response : JSON.stringify(response)
  }
  const other = openaiAnswer.safeParse(answer)
  return (other.success && other.data.choices[0]?.message.content) || null
}
