/** GET /api/email_verifications. `own`: whether the caller's session is one of the link's account. */
export type EmailVerification = { email: string; own: boolean }
