import type { EnablementRules } from '../upgrade/upgrade.ts'

/**
 * GET /api/ai_creations: how many drafts were suggested to the user today (§6), and which plan allows more.
 * `resets_at`: midnight UTC, in ms.
 */
export type AiCreationsToday = { used: number; limit: number; resets_at: number; enablement_rules: EnablementRules }
