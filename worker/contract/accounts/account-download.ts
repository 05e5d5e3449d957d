/** GET /api/account_download. docs/account-download.md describes the file. */
export const DOWNLOAD_PATH = '/api/account_download'
/** Rises when a part changes its meaning or goes; new parts and fields do not change it. */
export const DOWNLOAD_FORMAT = 1
