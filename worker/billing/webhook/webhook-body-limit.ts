import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../system/errors/app-error.ts'

/** 413 above 1 MB, which is far more than any Stripe event needs. */
export const webhookBodyLimit = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new AppError('too_large')
  },
})
