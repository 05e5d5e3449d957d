import type { EnablementRules } from '../upgrade/upgrade.ts'

/** POST /api/ai_creations uses one of today's AI maker creations (§6, §D3.3). `resets_at`: midnight UTC, in ms. */
export type AiCreations = { used: number; limit: number; resets_at: number }

/** GET /api/ai_creations: how many are used today, and which plan allows more. */
export type AiCreationsToday = AiCreations & { enablement_rules: EnablementRules }
