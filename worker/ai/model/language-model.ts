export type ChatMessage = { role: 'system' | 'user'; content: string }

/** As JSON Schema has it, as far as strict structured outputs know it. */
export type JsonSchema = { [key: string]: unknown }

/** How long one answer may take, in ms. Its user waits for it. */
export const MODEL_TIMEOUT = 10_000

/**
 * Asks once, and returns the text of an answer that should be JSON of the schema; null where none came, of which the log
 * says why. Never throws.
 */
export type LanguageModel = (messages: readonly ChatMessage[], schema: JsonSchema) => Promise<string | null>

/** The name of the schema, which every provider wants. */
export const SCHEMA_NAME = 'applet'
