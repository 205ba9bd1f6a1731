// Written by `npm run generate`.
import type { ExportKind } from '@signet/contract/reports/exports'
import type { AnyExporter } from '../exported-lists/exporter.ts'
import { exporters as takedowns } from '../cases/takedowns.export.ts'
import { exporters as leaks } from '../leaks/list/leaks.export.ts'
import { exporters as activity } from '../threats/list/activity.export.ts'
import { exporters as threats } from '../threats/list/threats.export.ts'

/** What makes the rows of each kind of export; a kind without one does not compile. */
export const exporters: Record<ExportKind, AnyExporter> = {
  ...takedowns,
  ...leaks,
  ...activity,
  ...threats,
}
