// Written by dev/service/list-service-files.mjs before every command: the files in services/.

export const serviceFiles: readonly unknown[] = []
