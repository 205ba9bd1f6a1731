// Written by `npm run generate`.
import { feature as account } from '../features/account/feature.ts'
import { feature as activity } from '../features/activity/feature.ts'
import { feature as campaigns } from '../features/campaigns/feature.ts'
import { feature as deeperAnalyses } from '../features/deeper-analyses/feature.ts'
import { feature as email } from '../features/email/feature.ts'
import { feature as evidencePacks } from '../features/evidence-packs/feature.ts'
import { feature as glossary } from '../features/glossary/feature.ts'
import { feature as home } from '../features/home/feature.ts'
import { feature as leaks } from '../features/leaks/feature.ts'
import { feature as logs } from '../features/logs/feature.ts'
import { feature as news } from '../features/news/feature.ts'
import { feature as notifications } from '../features/notifications/feature.ts'
import { feature as onboarding } from '../features/onboarding/feature.ts'
import { feature as qaActivity } from '../features/qa-activity/feature.ts'
import { feature as qa } from '../features/qa/feature.ts'
import { feature as reports } from '../features/reports/feature.ts'
import { feature as requests } from '../features/requests/feature.ts'
import { feature as settings } from '../features/settings/feature.ts'
import { feature as signIn } from '../features/sign-in/feature.ts'
import { feature as systemHealth } from '../features/system-health/feature.ts'
import { feature as takedownStatistics } from '../features/takedown-statistics/feature.ts'
import { feature as takedowns } from '../features/takedowns/feature.ts'
import { feature as threats } from '../features/threats/feature.ts'
import { feature as tips } from '../features/tips/feature.ts'
import { feature as users } from '../features/users/feature.ts'
import { feature as shell } from '../shell/feature.ts'

export const features = [
  account,
  activity,
  campaigns,
  deeperAnalyses,
  email,
  evidencePacks,
  glossary,
  home,
  leaks,
  logs,
  news,
  notifications,
  onboarding,
  qaActivity,
  qa,
  reports,
  requests,
  settings,
  signIn,
  systemHealth,
  takedownStatistics,
  takedowns,
  threats,
  tips,
  users,
  shell,
] as const
