export { SampleBanner as default } from '#app/components/sample/SampleBanner.tsx'
