/** Why a user does not like an Applet (§3 Applet feedback), in the order offered. */
export const OPINIONS = ['not_useful', 'too_slow', 'unexpected', 'other'] as const
export type Opinion = (typeof OPINIONS)[number]

type AppletFeedback = { like: boolean; opinion: Opinion | null; suggestion: string | null }

/** GET and POST /api/applets/{id}/feedback (§7): the caller's own record; null before they rate it. */
export type FeedbackResponse = { applet_feedback_by_user: AppletFeedback | null }
