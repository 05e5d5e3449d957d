import type { drive_v3 } from '@googleapis/drive'
import type { sheets_v4 } from '@googleapis/sheets'

/** Types that Google publishes of its APIs, under the names by which `published-google.fixture.ts` checks values. */
export type Spreadsheet = sheets_v4.Schema$Spreadsheet
export type ValueRange = sheets_v4.Schema$ValueRange
export type AppendValues = sheets_v4.Schema$AppendValuesResponse
export type UpdateValues = sheets_v4.Schema$UpdateValuesResponse
export type BatchUpdate = sheets_v4.Schema$BatchUpdateSpreadsheetRequest
export type BatchUpdated = sheets_v4.Schema$BatchUpdateSpreadsheetResponse
export type DriveFile = drive_v3.Schema$File
export type DriveFiles = drive_v3.Schema$FileList
