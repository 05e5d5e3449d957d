import { RECOVERY_PAGE, SECOND_STEP_PAGE } from './second-step-pages.ts'
import type { ErrorCode, FieldError } from '../errors.ts'

/**
 * The pages whose form works without JavaScript: a closed list. The form is posted to the page's own address and
 * answered with a redirect, or with the page again and what is wrong.
 */
export const FORM_PAGES = [
  '/login',
  SECOND_STEP_PAGE,
  RECOVERY_PAGE,
  '/join',
  '/password_reset',
  '/applets/:id',
  '/connections/:id',
  '/applets/:id/edit',
  '/connections/:id/edit',
  '/applets/:id/press',
  '/applets/:id/report',
] as const
export type FormPage = (typeof FORM_PAGES)[number]

/** The hidden field with the session's CSRF token. */
export const FORM_TOKEN = 'csrf_token'

/** The fields that a refused form keeps, besides those of steps: never a password, never a token. */
export const KEPT_FIELDS = ['email', 'login', 'reason', 'text'] as const

/** A form that was refused, as its page shows it again. */
export type RefusedForm = {
  values: Partial<Record<string, string>>
  code: ErrorCode
  message: string
  errors: FieldError[]
  /** Seconds until another try, if the refusal says so. */
  retry_after: number | null
}
