export { type NewFile, originalFile, PictureFiles, resizedFile } from './picture-files.service.js';
export {
  noSuchPicture,
  pictureHeaders,
  redirectToPicture,
  sendPicture,
} from './picture-response.js';
export {
  AcceptPicture,
  findPicture,
  MAX_PICTURE_MEBIBYTES,
  requirePicture,
} from './picture-upload.js';
export { PicturesModule } from './pictures.module.js';
