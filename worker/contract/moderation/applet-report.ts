import type { AppletAddress } from '../addresses.ts'

/** Why somebody reports an Applet. */
export const REPORT_REASONS = ['misleading', 'spam', 'harmful', 'rights', 'other'] as const
type ReportReason = (typeof REPORT_REASONS)[number]

/** The words of each reason, for those who report and for the operator. */
export const REPORT_REASON_WORDS: Record<ReportReason, string> = {
  misleading: 'It is not what it says, or poses as someone else',
  spam: 'It is spam',
  harmful: 'It does harm, or steals data',
  rights: 'It uses what belongs to somebody else',
  other: 'Something else',
}

export const REPORT_TEXT_MAX = 1000
/** Of what an author reads about why something was taken down. */
export const TAKEDOWN_REASON_MAX = 500

/** An Applet that people reported, or that was taken down, as the operator sees it. Nothing of its runs. Times in ms. */
export type ModeratedApplet = AppletAddress & {
  author: string
  published: boolean
  taken_down: 'applet' | 'author' | null
  enabled_count: number
  /** Open reports, the newest first; at most ten. */
  reports: { id: string; reason: ReportReason; text: string; created_at: number }[]
}

/** An author whose Applets are all taken down, and who cannot publish. Times in ms. */
type HiddenAuthor = { login: string; reason: string; hidden_at: number }

/** Part of GET /api/operator. */
export type Moderation = { applets: ModeratedApplet[]; authors: HiddenAuthor[] }
