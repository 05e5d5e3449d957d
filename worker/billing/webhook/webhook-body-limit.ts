import { bodyLimit } from 'hono/body-limit'
import { STRIPE_EVENT_MAX_BYTES } from '../../contract/limits.ts'
import { AppError } from '../../system/errors/app-error.ts'

/** 413 above 1 MB. */
export const webhookBodyLimit = bodyLimit({
  maxSize: STRIPE_EVENT_MAX_BYTES,
  onError: () => {
    throw new AppError('too_large')
  },
})
