import type { ErrorCode } from '../../contract/errors.ts'

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string }

/** As JSON Schema has it, as far as strict structured outputs know it. */
export type JsonSchema = { [key: string]: unknown }

/** How long one answer may take, in ms. Its user waits for it. */
export const MODEL_TIMEOUT = 30_000

export type ModelProblem = Extract<
  ErrorCode,
  'suggestion_too_slow' | 'suggestion_refused' | 'suggestion_unusable' | 'suggestions_busy' | 'suggestions_away'
>

/** The text of an answer that should be JSON of the schema, or why there is none. */
export type ModelAnswer = { ok: true; text: string } | { ok: false; problem: ModelProblem }

/** One turn: what was said so far, and the schema of the answer. Never throws. */
export type LanguageModel = (messages: readonly ChatMessage[], schema: JsonSchema) => Promise<ModelAnswer>

/** The name of the schema, which every provider wants. */
export const SCHEMA_NAME = 'applet'
