/** Why an Applet is not liked (§3 Applet feedback), in the order in which they are offered. */
export const OPINIONS = ['not_useful', 'too_slow', 'unexpected', 'other'] as const
export type Opinion = (typeof OPINIONS)[number]

export type AppletFeedback = { like: boolean; opinion: Opinion | null; suggestion: string | null }

/** GET and POST /api/applets/{id}/feedback (§7): the caller's own record; null: they have not rated it. */
export type FeedbackResponse = { applet_feedback_by_user: AppletFeedback | null }
