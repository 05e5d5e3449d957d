/** Where an operator adds a service to the running site. */
export const ADD_SERVICE_PATH = '/settings/services/new'

/** A service's JSON file, in characters. */
export const SERVICE_FILE_MAX = 48_000

/** Where people sign in at most services of IFTTT's protocol, from the API address. */
export const USUAL_SIGN_IN = { authorize_url: '/oauth2/authorize', token_url: '/oauth2/token' }

/**
 * The result of asking a service: the JSON of its manifest as text, the places that only a person can fill in, and the
 * steps whose ingredients could not be read.
 */
export type ProbedServiceFile = { file: string; gaps: string[]; problems: { step: string; message: string }[] }

/** A service that an operator has added. `updated_at` in ms. */
export type AddedService = { module_name: string; name: string; version: number; updated_at: number }

/** GET /api/operator/services */
export type AddedServicesResponse = { services: AddedService[] }
