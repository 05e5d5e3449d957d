import { countTries } from '../../db/rate-limit.ts'
import { DAY } from '../../contract/shared/durations.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import type { LanguageModel } from './language-model.ts'
import { openaiModel } from './openai-model.ts'
import { workersAiModel } from './workers-ai-model.ts'

/** One user may take so much of the day's calls, so that nobody takes all. */
const SHARE_OF_USER = 0.1

/**
 * The operator's language model (AI_PROVIDER), which answers as often a day as AI_CALLS_A_DAY says, and one user a tenth
 * of that; null where there is none. One that is not bound fails, and the log says so.
 */
export function chooseModel(ctx: Ctx, user_id: string): LanguageModel | null {
  const model = modelOf(ctx)
  if (!model) return null
  return async (messages, schema) => ((await isAllowed(ctx, user_id)) ? model(messages, schema) : null)
}

function modelOf(ctx: Ctx): LanguageModel | null {
  switch (ctx.settings.AI_PROVIDER) {
    case 'off':
      return null
    case 'openai':
      return openaiModel(ctx)
    case 'workers-ai':
      return ctx.ai ? workersAiModel(ctx.ai, ctx.settings) : notBound
  }
}

/**
 * Counts a call of the user's, and where they have one left, of all users' together. Above the day's, `rate_limited` is
 * logged with the rule `language_model_user` or `language_model`.
 */
async function isAllowed(ctx: Ctx, user_id: string): Promise<boolean> {
  const { AI_CALLS_A_DAY } = ctx.settings
  const own = { rule: 'language_model_user', tries: Math.ceil(AI_CALLS_A_DAY * SHARE_OF_USER), window: DAY }
  const all = { rule: 'language_model', tries: AI_CALLS_A_DAY, window: DAY }
  try {
    await countTries(ctx, { limit: own, whom: user_id })
    await countTries(ctx, { limit: all, whom: 'all' })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

const notBound: LanguageModel = async () => {
  log('error', 'language_model_not_bound', { message: 'AI_PROVIDER is workers-ai, but the Worker has no binding AI.' })
  return null
}
