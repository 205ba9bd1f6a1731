import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { subscribedViewsJob } from '../notifications/notifications.jobs.ts'
import { notifySubscribers } from './notify-subscribers.job.ts'
import * as routes from './views.routes.ts'

export const feature = defineFeature({ handlers: routes, workers: [worker(subscribedViewsJob, notifySubscribers)] })
