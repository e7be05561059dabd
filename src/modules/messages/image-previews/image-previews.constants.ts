/** The class of images in messages whose thumbnails are being made. */
export const LOADING = 'image-loading-placeholder';
