import type { ServiceDefinition } from '../format/service-definition.ts'

export const DID = 'did:plc:44ybard66vv44zksje25o7dz'
export const WRITTEN = '2026-03-01T08:00:00.000Z'
export const samplePost = {
  uri: `at://${DID}/app.bsky.feed.post/3jwdwj2ctlk26`,
  cid: 'bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a',
}
/** Of “Hello @ada.example”. */
export const sampleFacets = JSON.stringify([
  { index: { byteStart: 6, byteEnd: 18 }, features: [{ $type: 'app.bsky.richtext.facet#mention', did: DID }] },
])
export const sampleAccount = { did: DID, handle: 'ada.bsky.social' }

/** A token that ends in 2100, so that a session at the sample server is over only where a fault says so. */
const jwt = (signature: string) => `e30.${btoa('{"exp":4102444800}')}.${signature}`
const session = { ...sampleAccount, accessJwt: jwt('sample-access'), refreshJwt: jwt('sample-refresh') }
const identity = (id: string) => ({
  id,
  alsoKnownAs: ['at://ada.example'],
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: 'https://bsky.social' }],
})

export const requestSamples: NonNullable<NonNullable<ServiceDefinition['samples']>['requests']> = {
  resolve_handle: { values: { handle: 'ada.example' }, answer: { did: DID } },
  read_identity: { values: { id: DID.slice('did:plc:'.length) }, answer: identity(DID) },
  read_web_identity: { answer: identity('did:web:ada.example') },
  create_session: { values: { identifier: 'ada.bsky.social' }, answer: session },
  refresh_session: { values: { refresh_token: session.refreshJwt }, answer: session },
}
