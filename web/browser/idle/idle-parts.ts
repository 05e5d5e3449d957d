/** What each page loads once it is idle, in one file: what calls need, and the watch for a new version of the site. */
export { request } from '../request/request.ts'
export { watchForNewVersion } from '../new-version/new-version.ts'
