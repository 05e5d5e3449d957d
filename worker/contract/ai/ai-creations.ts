import type { EnablementRules } from '../upgrade/upgrade.ts'

/** POST /api/ai_creations: one of today's creations by the AI maker is taken (§6, §D3.3). `resets_at` in ms: midnight UTC. */
export type AiCreations = { used: number; limit: number; resets_at: number }

/** GET /api/ai_creations: what is used of today's, and what more there is once all of it is. */
export type AiCreationsToday = AiCreations & { enablement_rules: EnablementRules }
