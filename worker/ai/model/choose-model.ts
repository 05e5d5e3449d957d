import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import type { LanguageModel } from './language-model.ts'
import { openaiModel } from './openai-model.ts'
import { workersAiModel } from './workers-ai-model.ts'

/**
 * The operator's language model (AI_PROVIDER); null where there is none. One that is not bound fails, and the log says
 * so.
 */
export function chooseModel(ctx: Ctx): LanguageModel | null {
  switch (ctx.settings.AI_PROVIDER) {
    case 'off':
      return null
    case 'openai':
      return openaiModel(ctx)
    case 'workers-ai':
      return ctx.ai ? workersAiModel(ctx.ai, ctx.settings) : notBound
  }
}

const notBound: LanguageModel = async () => {
  log('error', 'language_model_not_bound', { message: 'AI_PROVIDER is workers-ai, but wrangler.toml has no [ai].' })
  return { ok: false, problem: 'suggestions_away' }
}
