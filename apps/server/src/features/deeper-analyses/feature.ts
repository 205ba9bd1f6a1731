import { defineFeature } from '../../app/feature.ts'
import * as findings from './analysis-findings.routes.ts'
import * as relations from './analysis-relations.routes.ts'
import * as work from './analysis-work.routes.ts'
import * as routes from './deeper-analyses.routes.ts'
import { releaseAnalysisReport } from './release-report.ts'

export const feature = defineFeature({
  handlers: { ...routes, ...work, ...findings, ...relations, releaseAnalysisReport },
})
