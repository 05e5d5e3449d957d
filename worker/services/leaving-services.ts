import { serviceDefinitions } from './service-registry.ts'

/** Invented services, which leave. Once they are gone, `serviceDefinitions` takes the place of `stayingServices`. */
const LEAVING = new Set(
  'octoforge sheetly chirp parley lumen homebase tunebox pixbin taskpile stride digestly beacon skycast'.split(' '),
)

export const stayingServices = serviceDefinitions.filter(({ id }) => !LEAVING.has(id))
