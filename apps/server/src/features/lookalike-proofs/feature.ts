import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { compareCaptureJob } from '../captures/captures.jobs.ts'
import { captureOfficialPages } from './capture-official-pages.ts'
import { compareCapture } from './compare-capture.ts'
import { captureOfficialPagesJob } from './lookalike-proofs.jobs.ts'

export const feature = defineFeature({
  handlers: {},
  workers: [
    worker(compareCaptureJob, ({ database, files }, data) => compareCapture({ database, files }, data)),
    worker(captureOfficialPagesJob, async ({ database, files, log, lookUps }, _data, { signal }) => {
      if (lookUps) await captureOfficialPages({ database, files, log, settings: lookUps, signal }, new Date())
    }),
  ],
})
