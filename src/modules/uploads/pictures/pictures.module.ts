import { Module } from '@nestjs/common';
import { PictureFiles } from './picture-files.service.js';

@Module({ providers: [PictureFiles], exports: [PictureFiles] })
export class PicturesModule {}
