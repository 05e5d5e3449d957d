import { bodyLimit } from 'hono/body-limit'
import { BODY_MAX_BYTES } from '../contract/limits.ts'
import { AppError } from '../errors/app-error.ts'

/** 413 over 64 KB, also for a body that does not say how long it is. */
export const limitBody = bodyLimit({
  maxSize: BODY_MAX_BYTES,
  onError: () => {
    throw new AppError('too_large')
  },
})
