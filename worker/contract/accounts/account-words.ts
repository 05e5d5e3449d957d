/** The messages that signing in for the first time and with a new password leave for the next page. */
export const welcomeMessage = (login: string) => `Welcome, ${login}. To verify your email, open the link we sent you.`
export const PASSWORD_CHANGED = 'Password changed. You are signed out everywhere else.'
