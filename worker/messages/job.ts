/** What waits in the queue. `id` is ours, so that a redelivered job is known. */
export type Job = {
  kind: 'mail'
  id: string
  template: 'verify_email' | 'password_reset'
  user_id: string
  to: string
  subject: string
  text: string
  html: string
}
