/*
 * Where each page lies, for the routes of `router.tsx`. Read when the first of these pages is opened.
 */

export const activity = () => import('./features/activity/activity-page.tsx')
export const announcements = () => import('./features/announcements/announcements-page.tsx')
export const email = () => import('./features/email/email-page.tsx')
export const addThreats = () => import('./features/qa/add-threats-page.tsx')
export const events = () => import('./features/activity/events-page.tsx')
export const glossary = () => import('./features/glossary/glossary-page.tsx')
export const leaks = () => import('./features/leaks/leaks-page.tsx')
export const news = () => import('./features/news/news-page.tsx')
export const onboarding = () => import('./features/onboarding/onboarding-page.tsx')
export const people = () => import('./features/leaks/people-page.tsx')
export const profile = () => import('./features/profile/profile-page.tsx')
export const recentActivity = () => import('./features/activity/recent-activity-page.tsx')
export const review = () => import('./features/qa/review-page.tsx')
export const settings = () => import('./features/settings/settings-page.tsx')
export const stageList = () => import('./features/qa/stage-list-page.tsx')
export const statistics = () => import('./features/qa/statistics-page.tsx')
export const test = () => import('./features/test/test-page.tsx')
export const users = () => import('./features/users/users-page.tsx')
export const whatsNew = () => import('./features/news/whats-new-page.tsx')
export const touts = () => import('./features/threats/touts-page.tsx')
